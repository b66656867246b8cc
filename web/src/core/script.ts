// Chinese in traditional script: simplified words are written once, and put into the other script when they are shown.
// `traditional` takes words of our own; `traditionalAround` leaves alone what is quoted (“…”), which somebody else wrote.
// Text of the user's own is never to be converted.

import { PAIRS } from './scriptpairs';

/** Words whose characters are not the usual ones, or which readers of traditional Chinese call otherwise. */
const PHRASES: Readonly<Record<string, string>> = {
  // One simplified character for several.
  复盘: '覆盤',
  重复: '重複',
  复制: '複製',
  复杂: '複雜',
  复合: '複合',
  反复: '反覆',
  回复: '回覆',
  答复: '答覆',
  制作: '製作',
  制成: '製成',
  绘制: '繪製',
  标签: '標籤',
  书签: '書籤',
  日历: '日曆',
  尽量: '儘量',
  尽快: '儘快',
  尽管: '儘管',
  尽早: '儘早',
  关系: '關係',
  联系: '聯繫',
  不准: '不准',
  准许: '准許',
  评注: '評註',
  批注: '批註',
  注释: '註釋',
  注明: '註明',
  备注: '備註',
  布局: '佈局',
  布置: '佈置',
  防御: '防禦',
  抵御: '抵禦',
  舍弃: '捨棄',
  取舍: '取捨',
  弃舍: '棄捨',
  轻松: '輕鬆',
  放松: '放鬆',
  若干: '若干',
  干扰: '干擾',
  干净: '乾淨',
  天干: '天干',
  回旋: '迴旋',
  迂回: '迂迴',
  卷土: '捲土',
  征战: '征戰',
  出征: '出征',
  长征: '長征',
  面条: '麵條',
  人云: '人云',
  占卜: '占卜',
  一只: '一隻',
  两只: '兩隻',
  三只: '三隻',
  每只: '每隻',
  这只: '這隻',
  那只: '那隻',
  船只: '船隻',
  皇后: '皇后',
  公里: '公里',
  千里: '千里',
  万里: '萬里',
  了解: '了解',
  明了: '明瞭',
  托管: '託管',
  杂志: '雜誌',
  标志: '標誌',
  精致: '精緻',
  致密: '緻密',
  周围: '周圍',
  每周: '每週',
  一周: '一週',
  本周: '本週',
  周末: '週末',
  好像: '好像',
  秋千: '鞦韆',
  赞成: '贊成',
  // Words of computers.
  文件夹: '資料夾',
  文件: '檔案',
  服务器: '伺服器',
  神经网络: '神經網路',
  网络: '網路',
  网址: '網址',
  浏览器: '瀏覽器',
  标签页: '分頁',
  线程: '執行緒',
  程序: '程式',
  软件: '軟體',
  硬件: '硬體',
  粘贴: '貼上',
  文本: '文字',
  字符: '字元',
  字节: '位元組',
  导入: '匯入',
  导出: '匯出',
  刷新: '重新整理',
  屏幕: '螢幕',
  鼠标: '滑鼠',
  链接: '連結',
  撤销: '復原',
  默认: '預設',
  菜单: '選單',
  存储: '儲存',
  数据: '資料',
  信息: '資訊',
  消息: '訊息',
  二进制: '二進位',
  二维码: 'QR 碼',
  图像: '圖像',
  视频: '影片',
  登录: '登入',
  设备: '裝置',
  剪贴板: '剪貼簿',
  联网: '連線',
  离线: '離線',
  缓存: '快取',
  搜索: '搜尋',
  // What players say.
  公有领域: '公有領域',
};

const PAIR_OF = new Map<string, string>([
  ['“', '「'],
  ['”', '」'],
  ['‘', '『'],
  ['’', '』'],
]);
const letters = [...PAIRS];
for (let at = 0; at + 1 < letters.length; at += 2) PAIR_OF.set(letters[at] as string, letters[at + 1] as string);

const longestFirst = Object.keys(PHRASES).sort((one, two) => two.length - one.length);
const PATTERN = new RegExp(`${longestFirst.join('|')}|[‘’“”\\u4e00-\\u9fff]`, 'g');

/** Simplified words of our own in traditional script. */
export function traditional(text: string): string {
  return text.replace(PATTERN, (part) => PHRASES[part] ?? PAIR_OF.get(part) ?? part);
}

/** The same, but what stands in quotation marks keeps its characters. */
export function traditionalAround(text: string): string {
  return text
    .split(/(“[^”]*”)/)
    .map((part, index) => (index % 2 === 0 ? traditional(part) : `「${part.slice(1, -1)}」`))
    .join('');
}

/** Whether a character is one of those that `traditional` changes. */
export function isSimplified(character: string): boolean {
  return PAIR_OF.has(character);
}
