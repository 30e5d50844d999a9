import { brand } from '../../shared/brand.ts'

const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${brand.name}</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:16px system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>${brand.name} keeps crashing</h1>
<p>The window stopped working several times within a minute. You are still signed in. Close the app and open it again.</p></html>`

/**
 * The page that is shown after repeated crashes. It needs nothing of the app: it has no script, gets no answers from
 * the bridge and loads no file.
 */
export const crashPage = (): string => `data:text/html;charset=utf-8,${encodeURIComponent(html)}`
