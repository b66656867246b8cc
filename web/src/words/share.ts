// Words of sharing: links, QR codes, pictures.

import type { LinkFault } from '../core/link';
import type { Language } from './language';
import { inLanguage } from './language';

const en = {
  share: 'Share',
  link: 'Link',
  link_hint: 'The whole game is in the link itself; nothing is sent anywhere. It opens in any Chuhe.',
  link_label: 'Link to share',
  copy_link: 'Copy link',
  what: 'What to share',
  whole_game: 'The game, with variations and comments',
  this_position: 'Only this position',
  qr: 'QR code of the link',
  qr_too_long: 'This link is too long for a QR code. Share only the position, or the link itself.',
  loopback:
    'This address is of this computer only: a phone cannot open it. To open it elsewhere, start the program with chuhe serve --host 0.0.0.0: then the address of this computer in your network is offered here.',
  address: 'Address',
  this_computer: 'this computer only',
  needs_link:
    'This server is shared: another device opens the link once it has come by your own link, which the program prints when it starts.',
  qr_small: 'A dense code: show it large, or share only the position.',
  picture: 'Picture of this position',
  copy_picture: 'Copy picture',
  save_png: 'Save PNG',
  save_svg: 'Save SVG',
  animation: 'The game as an animation',
  save_gif: 'Save GIF',
  making_gif: (done: number, all: number) => `Drawing ${done} of ${all}…`,
  no_moves: 'There are no moves yet.',
  copied: 'Copied.',
  not_copied: 'The browser does not allow copying here. Save the picture, or select the link and copy it.',
  opened: 'The game of the link is open. It is kept in your games as soon as you change it.',
  cannot_open: 'The link cannot be opened:',
  fault_damaged: 'it is damaged. Perhaps a part of it is missing.',
  fault_newer: 'it was made by a newer version.',
  fault_too_large: 'it is too large.',
  fault_unsupported: 'this browser is too old for it.',
  fault_illegal: 'it holds a move or a position that the rules do not allow.',
  cannot_make: 'No link can be made of this game:',
  close: 'Close',
};

export type ShareWords = typeof en;

const zh: ShareWords = {
  share: '分享',
  link: '链接',
  link_hint: '整盘棋都写在链接里，不会上传到任何地方。任何一个楚河都能打开。',
  link_label: '分享链接',
  copy_link: '复制链接',
  what: '分享内容',
  whole_game: '整盘棋，含变着和评注',
  this_position: '只分享当前局面',
  qr: '链接的二维码',
  qr_too_long: '链接太长，无法生成二维码。请只分享当前局面，或直接分享链接。',
  loopback:
    '此地址只在本机有效，手机打不开。要在别的设备上打开，请用 chuhe serve --host 0.0.0.0 启动程序，这里就会列出本机在局域网中的地址。',
  address: '地址',
  this_computer: '仅限本机',
  needs_link: '本服务器为共享模式：别的设备须先打开程序启动时显示的专用链接，才能打开此链接。',
  qr_small: '二维码较密，请放大显示，或只分享当前局面。',
  picture: '当前局面的图片',
  copy_picture: '复制图片',
  save_png: '保存 PNG',
  save_svg: '保存 SVG',
  animation: '整盘棋的动图',
  save_gif: '保存 GIF',
  making_gif: (done, all) => `正在绘制第 ${done} 帧，共 ${all} 帧……`,
  no_moves: '还没有着法。',
  copied: '已复制。',
  not_copied: '浏览器不允许在此复制。请保存图片，或选中链接自行复制。',
  opened: '已打开链接中的对局。一旦改动，就会存入棋谱库。',
  cannot_open: '无法打开链接：',
  fault_damaged: '链接已损坏，可能缺了一部分。',
  fault_newer: '链接由更新的版本生成。',
  fault_too_large: '内容过大。',
  fault_unsupported: '浏览器版本过旧。',
  fault_illegal: '其中有不合规则的着法或局面。',
  cannot_make: '无法生成链接：',
  close: '关闭',
};

export function shareWords(language: Language): ShareWords {
  return inLanguage<ShareWords>(language, { en, zh });
}

export function faultWords(fault: LinkFault | 'illegal', say: ShareWords): string {
  return say[`fault_${fault}`];
}
