// Files that the build gives an address, or takes in as text.

declare module '*?url' {
  const address: string;
  export default address;
}
declare module '*?raw' {
  const text: string;
  export default text;
}
