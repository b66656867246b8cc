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
  反复: '反覆',
  制作: '製作',
  绘制: '繪製',
  标签: '標籤',
  尽量: '儘量',
  关系: '關係',
  不准: '不准',
  评注: '評註',
  注明: '註明',
  布局: '佈局',
  布置: '佈置',
  防御: '防禦',
  舍弃: '捨棄',
  若干: '若干',
  每只: '每隻',
  千里: '千里',
  了解: '了解',
  // Words of computers.
  文件夹: '資料夾',
  文件: '檔案',
  服务器: '伺服器',
  神经网络: '神經網路',
  网络: '網路',
  浏览器: '瀏覽器',
  标签页: '分頁',
  线程: '執行緒',
  程序: '程式',
  粘贴: '貼上',
  文本: '文字',
  字符: '字元',
  字节: '位元組',
  导入: '匯入',
  导出: '匯出',
  刷新: '重新整理',
  链接: '連結',
  撤销: '復原',
  菜单: '選單',
  存储: '儲存',
  数据: '資料',
  信息: '資訊',
  消息: '訊息',
  二进制: '二進位',
  二维码: 'QR 碼',
  设备: '裝置',
  联网: '連線',
  离线: '離線',
  搜索: '搜尋',
  局域网: '區域網路',
  内存: '記憶體',
  光标: '游標',
  加载: '載入',
  许可: '授權',
  协议: '條款',
  快捷键: '快速鍵',
  设置: '設定',
  项目: '專案',
  运行: '執行',
  通过: '透過',
  十六进制: '十六進位',
  创建: '建立',
  点击: '點選',
  空格: '空白鍵',
  应用: '應用程式',
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
