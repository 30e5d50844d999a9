import { app, dialog, Menu, nativeTheme, powerMonitor, shell } from 'electron'
import { join } from 'node:path'
import { createChanges } from '../shared/api-client/changes.ts'
import { withSession } from '../shared/api-client/index.ts'
import { brand } from '../shared/brand.ts'
import type { BridgeEvents, MenuEntry, NoticesState } from '../shared/bridge/index.ts'
import { isDeepLink, linkInArguments } from './deep-links/parse.ts'
import { createLinkQueue } from './deep-links/queue.ts'
import { type EmbeddedServer, startEmbeddedServer } from './embedded-server/embedded-server.ts'
import { mainTransport } from './api/main-transport.ts'
import { choosePlace, writeWhole } from './api/save-file.ts'
import { endOnFaults } from './faults.ts'
import { createEnding, createRestart } from './ending.ts'
import { createHandlers } from './handlers.ts'
import { createGate, handleChannels } from './ipc/handle.ts'
import { createFollowing, type LiveFollowing } from './live/following.ts'
import { errorKind, log } from './log.ts'
import { denyPermissions, secureApp } from './security.ts'
import { chosenServer, mayTalkTo, serverOptions } from './server-address.ts'
import { createNotices } from './notices/notices.ts'
import { noteLaunchingNotice, systemDisplay } from './notices/system-display.ts'
import { openKeychain } from './session/keychain.ts'
import { openTokenStore } from './session/token-store.ts'
import { openSettings } from './settings/settings.ts'
import { updatesFeed } from './updates/feed.ts'
import { checkAnswer, createUpdates, openUpdater, RESTART, type Updates } from './updates/updates.ts'
import { appOrigin, registerAppScheme, serveApp } from './windows/app-scheme.ts'
import { openMainWindow } from './windows/main-window.ts'
import { menuTemplate } from './windows/menu.ts'

const out = join(import.meta.dirname, '..')
// `npm run dev` serves the page from this address; a packaged app must not take it from the environment.
const devAddress = app.isPackaged ? undefined : process.env['ELECTRON_RENDERER_URL']
const pageOrigin = devAddress ? new URL(devAddress).origin : appOrigin

let window: Electron.BrowserWindow | undefined
let embedded: EmbeddedServer | undefined
let updates: Updates | undefined
let following: LiveFollowing | undefined
/** Shows these commands in the menu; there is none before the app has booted. */
let showMenu: (entries: readonly MenuEntry[]) => void = () => undefined
const tell = <E extends keyof BridgeEvents>(event: E, payload: BridgeEvents[E]) => {
  if (window && !window.isDestroyed()) window.webContents.send(event, payload)
}
const links = createLinkQueue((path) => tell('deepLinks.open', path))
const arrive = (link: string | undefined) => {
  if (link && !links.arrive(link)) log('A link was refused: it names nothing that can be opened.')
}
const restart = createRestart(app, process.argv, isDeepLink)
const launchingNotice = noteLaunchingNotice()
/** Runs when the app is started once more, or a link is opened, while the app runs. */
const comeForward = (link: string | undefined) => {
  if (window?.isDestroyed()) return restart(link)
  arrive(link)
  if (window?.isMinimized()) window.restore()
  window?.show()
  window?.focus()
}
const ending = createEnding({
  takeServer: () => {
    const server = embedded
    embedded = undefined
    return server
  },
  quit: () => app.quit(),
})
/** Shows the reason and ends the app, after the embedded server has finished its writes. */
const giveUp = (why: string) => {
  const server = embedded
  embedded = undefined
  dialog.showErrorBox(`${brand.name} cannot go on`, why)
  void (server?.stop() ?? Promise.resolve()).finally(() => app.exit(1))
}

/**
 * Asks in a dialog of the system and answers the button's index. The first button is Cancel; closing the dialog means
 * Cancel too.
 */
const askNatively = async (question: { message: string; detail: string; buttons: string[] }): Promise<number> => {
  const { response } = await dialog.showMessageBox({
    type: 'warning',
    ...question,
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  })
  return response
}

/**
 * Kills this process when it exits: a keychain that never answers holds a thread that would delay a normal exit.
 * Everything else has ended by then.
 */
const endByForce = () => void process.once('exit', () => process.kill(process.pid, 'SIGKILL'))

type Settings = ReturnType<typeof openSettings>

/** What the page's settings show and change of the system's notices. */
const noticeSettings = (
  display: ReturnType<typeof systemDisplay>,
  settings: Settings,
  notices: ReturnType<typeof createNotices>,
) => ({
  state: () => ({
    isRefused: display.isRefused(),
    system: systemName(process.platform),
    hasBadge: settings.hasBadge(),
  }),
  setBadge: (isOn: boolean) => {
    settings.setBadge(isOn)
    notices.badgeChanged()
  },
})

const boot = async (): Promise<void> => {
  const settings = openSettings(app.getPath('userData'))
  const showTheme = () => void (nativeTheme.themeSource = settings.get().theme)
  const server = chosenServer(process.argv, process.env, settings.serverUrl())
  const [keychain] = await Promise.all([openKeychain({ onSilent: endByForce }), app.whenReady()])
  if (!(await mayTalkTo(server, askNatively))) return app.exit(0)
  if (!server) embedded = await startEmbeddedServer(join(out, 'server/main.js'), embeddedArgs(), giveUp)
  const serverOrigin = () => server ?? embedded?.origin() ?? ''
  // The embedded server's port changes with each start, so its sessions are kept under a fixed name.
  const tokens = await openTokenStore(keychain, server ?? 'embedded')
  // A page that is loaded while the session ends has missed the word of it: our stream may have found out before it came.
  let isSessionEnding = false
  const changes = createChanges()
  const send = withSession(changes.over(mainTransport(serverOrigin)), {
    store: tokens.store,
    onEvent: (event) => {
      isSessionEnding = event.type === 'ending'
      tell('session.event', event)
      live.heardOfSession(event)
    },
  })
  const display = systemDisplay({
    system: process.platform,
    window: () => window,
    onClick: (said) => notices.clicked(said),
  })
  const notices = createNotices({
    send,
    display,
    kept: { memory: { read: settings.notices, write: settings.keepNotices }, hasBadge: settings.hasBadge },
    open: comeForward,
  })
  const live = createFollowing({ send, changes, tell: (message) => tell('live.event', message), follower: notices })
  following = live
  const version = app.getVersion()
  const fileDialogs = {
    onProgress: (progress: BridgeEvents['api.progress']) => tell('api.progress', progress),
    choosePlace: (name: string) => choosePlace(window, name),
    write: writeWhole,
  }
  const forPage = { ready: () => updates?.ready() ?? null, restart: restartForUpdate }
  const parts = {
    send,
    fileDialogs,
    printPage: async () => {
      if (!window) throw new Error('There is no page to print.')
      return window.webContents.printToPDF({ pageSize: 'A4', preferCSSPageSize: true })
    },
    tokens,
    isSessionEnding: () => isSessionEnding,
    settings,
    menu: { show: (entries: MenuEntry[]) => showMenu(entries) },
    links,
    following: live,
    notices: noticeSettings(display, settings, notices),
    serverOrigin,
    version,
    showTheme,
    updates: forPage,
  }
  const handlers = createHandlers(parts)
  handleChannels(createGate(handlers, pageOrigin, (channel, error) => log(`${channel} failed: ${errorKind(error)}`)))
  denyPermissions()
  serveApp(join(out, 'renderer'))
  showTheme()
  const feed = updatesFeed({
    isPackaged: app.isPackaged,
    platform: process.platform,
    resources: process.resourcesPath,
  })
  showMenu = (entries) => {
    const menu = menuTemplate({
      system: process.platform,
      openMailbox: embedded && openMailbox,
      checkForUpdates: feed.url === null ? undefined : checkByHand,
      entries,
      onChosen: (id) => tell('menu.chosen', id),
    })
    Menu.setApplicationMenu(menu && Menu.buildFromTemplate(menu))
  }
  showMenu([])
  window = openMainWindow({
    address: devAddress ?? `${appOrigin}/`,
    preload: join(out, 'preload/index.cjs'),
    settings,
    onPageLeft: () => {
      links.pageLeft()
      live.pageLeft()
      showMenu([])
    },
    onKept: ending.keepRunning,
  })
  const launching = launchingNotice()
  if (launching !== undefined) notices.clicked(launching)
  live.begin((await tokens.store.read())?.userID ?? null)
  powerMonitor.on('resume', live.wake)
  if (feed.url !== null) await startUpdates(feed.url).catch(noUpdates)
  else if (app.isPackaged) log(`The app does not look for updates: ${feed.why}.`)
}

const systemName = (system: NodeJS.Platform): NoticesState['system'] =>
  system === 'darwin' ? 'macOS' : system === 'win32' ? 'Windows' : 'Linux'

const noUpdates = (error: unknown) => log(`Looking for updates failed: ${errorKind(error)}`)
const startUpdates = async (url: string): Promise<void> => {
  updates = createUpdates({
    updater: await openUpdater(url),
    onReady: (ready) => tell('updates.ready', ready),
    onStuck: () => app.quit(),
    onFailure: noUpdates,
  })
}

/** Closes the window, which asks about unsaved work; once everything has stopped, the update is installed. */
const restartForUpdate = (): void => {
  if (!updates?.ready()) return
  ending.thenInstall(updates.install)
  window?.close()
}

const checkByHand = (): void => {
  void (async () => {
    if (!updates) return
    const question = checkAnswer(await updates.check())
    const { response } = await dialog.showMessageBox({ type: 'info', ...question, defaultId: 0, cancelId: 0 })
    if (question.buttons[response] === RESTART) restartForUpdate()
  })()
}

/** Opens the local mailbox in the person's own browser. No part of the address comes from a page. */
const openMailbox = () => {
  if (embedded) void shell.openExternal(embedded.mailbox()).catch(() => log('The browser could not be opened.'))
}

const embeddedArgs = (): string[] => {
  const options = serverOptions(process.argv)
  return [...(options.includes('--port') ? [] : ['--port', '0']), ...options]
}

endOnFaults(process, giveUp)
app.setName(brand.name)
// Windows shows notices only of an app that its start menu knows by this name.
app.setAppUserModelId(brand.appId)
if (!app.requestSingleInstanceLock()) app.quit()
else {
  registerAppScheme()
  secureApp(pageOrigin)
  app.setAsDefaultProtocolClient(brand.deepLinkScheme)
  app.on('second-instance', (_event, argv) => comeForward(linkInArguments(argv)))
  app.on('open-url', (event, link) => {
    event.preventDefault()
    comeForward(link)
  })
  app.on('window-all-closed', () => app.quit())
  app.on('will-quit', (event) => {
    following?.stop()
    ending.willQuit(event)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => app.quit())
  arrive(linkInArguments(process.argv))
  boot().catch((error: unknown) => giveUp(error instanceof Error ? error.message : String(error)))
}
