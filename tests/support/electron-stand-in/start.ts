import { registerHooks } from 'node:module'
import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createApp } from './app.ts'
import { BrowserWindow } from './browser-window.ts'
import { dialog, Menu, nativeTheme, powerMonitor, screen, shell } from './desktop.ts'
import { ipcLog, ipcMain } from './ipc-main.ts'
import { Notification } from './notification.ts'
import { session } from './permissions.ts'
import { protocol } from './schemes.ts'
import { unimplemented } from './strict.ts'
import { utilityProcess } from './utility-process.ts'
import { webContents } from './web-contents.ts'

const given = process.argv[2] === undefined ? undefined : process.argv.slice(2).find((one) => !one.startsWith('-'))
if (!given) {
  process.stderr.write('usage: electron [flags] MAIN.js [arguments]\n')
  process.exit(2)
}
const entry = isAbsolute(given) ? given : resolve(given)

// An app sees its own command line, as in Electron: the program, then its arguments.
process.argv.splice(1, 1)
Object.defineProperty(process.versions, 'electron', { value: '0.0.0-stand-in', enumerable: true })
Object.assign(process, { type: 'browser', resourcesPath: join(import.meta.dirname, 'resources'), defaultApp: true })

const implemented: Record<string, unknown> = {
  app: createApp(entry),
  BrowserWindow,
  ipcMain,
  protocol,
  session,
  shell,
  dialog,
  Menu,
  Notification,
  powerMonitor,
  nativeTheme,
  screen,
  utilityProcess,
  webContents,
}
Object.assign(globalThis, {
  __standInIpcLog: ipcLog,
  __electronStandIn: new Proxy(implemented, {
    get: (all, name) => (typeof name === 'string' ? (all[name] ?? unimplemented(name)) : undefined),
  }),
})

const electronModule = pathToFileURL(join(import.meta.dirname, 'electron-module.cjs')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: electronModule, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
})

try {
  await import(pathToFileURL(entry).href)
} catch (error) {
  // An error while the app starts is printed and ends the app, as in Electron.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(1)
}
