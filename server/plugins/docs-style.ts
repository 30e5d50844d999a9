/** The reference's look: the product's colours, light or dark as the reader's system is. */
export const STYLE = `
:root { color-scheme: light dark; font: 15px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
  --ground: light-dark(#fafaf9, #121413); --paper: light-dark(#fff, #1a1d1c); --text: light-dark(#1c1b1a, #eceae7);
  --quiet: light-dark(#57534e, #a9a6a1); --line: light-dark(#e4e2df, #303433); --accent: light-dark(#1d4ed8, #8ab0ff);
  --get: light-dark(#15703c, #5fd08f); --post: light-dark(#1d4ed8, #8ab0ff); --put: light-dark(#92580a, #f2b35d);
  --delete: light-dark(#b3261e, #ff8a80) }
* { box-sizing: border-box }
html { scroll-padding-top: 72px }
body { margin: 0; background: var(--ground); color: var(--text); display: grid; grid-template: auto 1fr / 300px minmax(0, 1fr) }
a { color: var(--accent) }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
.skip { position: absolute; left: -9999px }
.skip:focus { left: 16px; top: 12px; z-index: 2; background: var(--paper); padding: 8px }
header { grid-column: 1 / -1; position: sticky; top: 0; z-index: 1; height: 56px; padding: 0 24px; display: flex; gap: 24px;
  align-items: center; justify-content: space-between; background: var(--paper); border-bottom: 1px solid var(--line) }
.brand { margin: 0; font-weight: 700; letter-spacing: -.01em }
nav { position: sticky; top: 56px; height: calc(100vh - 56px); overflow: auto; padding: 8px 16px 32px; font-size: 13px;
  border-right: 1px solid var(--line) }
nav h2 { margin: 20px 8px 4px; font-size: 13px }
nav ul { list-style: none; margin: 0; padding: 0 }
nav a { display: flex; gap: 8px; align-items: baseline; padding: 3px 8px; border-radius: 6px; color: var(--quiet);
  text-decoration: none; overflow-wrap: anywhere }
nav a:hover { background: var(--line); color: var(--text) }
main { padding: 32px; max-width: 1280px }
h1 { margin: 0 0 16px; font-size: 34px; line-height: 1.15; letter-spacing: -.022em }
h1 small { color: var(--quiet); font-size: 16px; font-weight: 400; letter-spacing: 0 }
main h2 { margin: 40px 0 8px; font-size: 24px; letter-spacing: -.016em }
.intro { max-width: 760px }
article { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 0 32px; margin: 16px 0; padding: 20px 24px;
  background: var(--paper); border: 1px solid var(--line); border-radius: 10px }
article h3 { grid-column: 1 / -1; margin: 0 0 4px; font-size: 16px; overflow-wrap: anywhere }
article p { margin: 8px 0 }
.who { color: var(--quiet) }
.method { font: 700 11px/1 ui-monospace, Menlo, Consolas, monospace; min-width: 46px; display: inline-block; color: var(--get) }
.method.post { color: var(--post) } .method.put, .method.patch { color: var(--put) } .method.delete { color: var(--delete) }
code, pre { font: 13px/1.55 ui-monospace, Menlo, Consolas, monospace }
pre { margin: 4px 0 12px; padding: 12px 16px; overflow: auto; max-height: 420px; background: var(--ground);
  border: 1px solid var(--line); border-radius: 8px }
.examples p { margin: 4px 0; color: var(--quiet); font-size: 13px }
table { width: 100%; border-collapse: collapse; margin: 12px 0; font-size: 13px }
caption { text-align: left; font-weight: 600; padding-bottom: 4px }
th, td { text-align: left; vertical-align: top; padding: 5px 12px 5px 0; border-top: 1px solid var(--line); font-weight: 400;
  overflow-wrap: anywhere }
th { width: 45% } .intro th { width: 64px } thead th { font-weight: 600 }
td, em { color: var(--quiet) } em { font-style: normal; font-size: 12px }
summary { cursor: pointer; font-weight: 600; font-size: 13px; padding: 4px 0 }
@media (max-width: 1100px) { article { grid-template-columns: minmax(0, 1fr) } }
@media (max-width: 760px) { body { display: block } nav { position: static; height: auto; max-height: 40vh;
  border: 0; border-bottom: 1px solid var(--line) } main { padding: 20px 16px } article { padding: 16px } }
`
