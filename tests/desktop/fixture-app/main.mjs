// A small app for the tests of the stand-in: it uses what the stand-in can do, and tries what the stand-in must refuse.
import { app, BrowserWindow, ipcMain, protocol, session } from 'electron'
import { join } from 'node:path'

protocol.registerSchemesAsPrivileged([{ scheme: 'small-app', privileges: { standard: true, secure: true } }])
const page =
  '<!doctype html><title>Small</title><p id="out"></p><script>window.inline = true</script><script src="/r.js"></script>'
const script = 'window.loaded = true'

ipcMain.handle('sum', (event, a, b) => ({
  sum: a + b,
  url: event.senderFrame.url,
  origin: event.senderFrame.origin,
  isMain: event.senderFrame.parent === null,
}))
ipcMain.handle('echo', (_event, value) => value)
ipcMain.handle('fail', () => {
  throw new Error('no luck')
})

await app.whenReady()
session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
protocol.handle('small-app', (request) => {
  const { pathname, search } = new URL(request.url)
  if (pathname === '/moved') return new Response(null, { status: 302, headers: { location: search.slice(1) } })
  const isScript = pathname === '/r.js'
  return new Response(isScript ? script : page, {
    headers: {
      'content-type': isScript ? 'text/javascript' : 'text/html',
      'content-security-policy': "default-src 'self'",
    },
  })
})
const window = new BrowserWindow({
  width: 700,
  height: 500,
  webPreferences: { preload: join(import.meta.dirname, 'preload.cjs') },
})
globalThis.happened = []
window.webContents.on('will-redirect', (event) => {
  globalThis.happened.push(`redirect to ${event.url}`)
  if (event.url.startsWith('https://')) event.preventDefault()
})
window.webContents.on('input-event', (_event, { type }) => globalThis.happened.push(type))
window.webContents.on('will-navigate', (event) => {
  if (!event.url.includes('/moved')) event.preventDefault()
})
window.webContents.setWindowOpenHandler(() => ({ action: 'deny' }))
await window.loadURL('small-app://app/index.html')
