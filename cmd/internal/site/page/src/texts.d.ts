// Files that the page takes as texts.
declare module "*/article.css" { const text: string; export default text; }
declare module "*/article.js" { const text: string; export default text; }
declare module "*/position.js" { const text: string; export default text; }
