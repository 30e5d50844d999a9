import { createHash } from 'node:crypto'
import { brand } from '#shared/brand.ts'
import { paths } from '#shared/rules/addresses.ts'
import { PUBLIC_LIST } from '#shared/rules/public-pages.ts'
import { html, jsonData, Markup } from './html.ts'

const STYLE = `:root{color-scheme:light dark;font:16px/1.6 system-ui,sans-serif;--soft:light-dark(#5b6070,#a6abb8);--line:light-dark(#d9dce3,#3a3f4a);--act:#15703c}
body{margin:0;color:light-dark(#1b1d23,#eceef2);background:light-dark(#fafafa,#15171c)}
header,main,footer{max-width:760px;margin:0 auto;padding:16px}
header{display:flex;gap:16px;justify-content:space-between;border-bottom:1px solid var(--line)}
header a:first-child{font-weight:700}
a{color:light-dark(#0d5c2f,#7fd6a3)}
h1{font-size:28px;line-height:1.25;margin:24px 0 8px;overflow-wrap:anywhere}
h2{font-size:18px;margin:32px 0 8px}
p{margin:8px 0}
.soft{color:var(--soft);font-size:14px}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
.sum{font-size:22px;font-weight:700}
.list{list-style:none;padding:0;margin:0}
.list li{border:1px solid var(--line);border-radius:8px;padding:12px 16px;margin:0 0 8px;overflow-wrap:anywhere}
.skills{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:8px}
.skills li{border:1px solid var(--line);border-radius:16px;padding:2px 12px;font-size:14px;overflow-wrap:anywhere}
.act{display:inline-block;margin:16px 0;padding:12px 24px;border-radius:8px;background:var(--act);color:#fff;font-weight:600;text-decoration:none}
a:focus-visible{outline:3px solid currentColor;outline-offset:2px}
footer{border-top:1px solid var(--line);margin-top:40px}`

/** What the browser may do on these pages: draw this style and load pictures of this server; nothing runs. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type PageHead = {
  title: string
  summary: string
  /** The path of the page itself, and that of its picture. */
  path: string
  picture: string | null
  data: unknown
}
type Frame = { origin: string; isIndexed: boolean }

/** A whole page around its content. */
export const page = (
  { title, summary, path, picture, data }: PageHead,
  { origin, isIndexed }: Frame,
  content: Markup,
): string => {
  const style = new Markup(`<style>${STYLE}</style>`)
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} – ${brand.name}</title>
        <meta name="description" content="${summary}" />
        ${!isIndexed && html`<meta name="robots" content="noindex" />`}
        <link rel="canonical" href="${origin}${path}" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="alternate" type="application/atom+xml" title="Open tasks" href="${PUBLIC_LIST}/feed.atom" />
        <link rel="alternate" type="application/feed+json" title="Open tasks" href="${PUBLIC_LIST}/feed.json" />
        <meta property="og:site_name" content="${brand.name}" />
        <meta property="og:type" content="website" />
        <meta property="og:title" content="${title}" />
        <meta property="og:description" content="${summary}" />
        <meta property="og:url" content="${origin}${path}" />
        ${picture !== null && html`<meta property="og:image" content="${origin}${picture}" /><meta property="og:image:width" content="1200" /><meta property="og:image:height" content="630" /><meta property="og:image:alt" content="${title}" /><meta name="twitter:card" content="summary_large_image" />`}
        ${data !== null && jsonData(data)}${style}
      </head>
      <body>
        <header><a href="${PUBLIC_LIST}">${brand.name}</a><a href="${paths.login()}">Sign in</a></header>
        <main>${content}</main>
        <footer class="soft">
          ${brand.tagline} <a href="${paths.landing()}">What ${brand.name} is</a> ·
          <a href="${PUBLIC_LIST}/feed.atom">Feed</a>
        </footer>
      </body>
    </html>`.text
}
