/**
 * Test files of screens share a window and the modules of the app, because loading these for each file took half of the time
 * (docs/decisions/0044). This runs before each file and takes away what an earlier one has left behind: answers in caches, settings
 * of Testing Library, what was put in the place of functions that jsdom lacks, and the address.
 */
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { vi } from 'vitest'
import { clearScreen } from './clear-screen.ts'

type SavedProperties = Map<object, PropertyDescriptorMap>
/** Objects whose functions tests replace, because jsdom has no layout. */
const replaced = [Element.prototype, HTMLElement.prototype, Range.prototype, URL, document]
/** What tests put into the window. */
const ofWindow = ['matchMedia', 'scrollTo', 'open', 'askedAhead', 'attacked'] as const

const global = globalThis as { beforeScreenTests?: { kept: SavedProperties; window: Map<string, unknown> } }
const before = (global.beforeScreenTests ??= {
  kept: new Map(replaced.map((one) => [one, Object.getOwnPropertyDescriptors(one)])),
  window: new Map(ofWindow.map((name) => [name, Reflect.get(globalThis, name)])),
})

const putBack = (object: object, name: string | symbol, was: PropertyDescriptor | undefined) => {
  const is = Object.getOwnPropertyDescriptor(object, name)
  if (is?.value === was?.value && is?.get === was?.get) return
  if (was) Object.defineProperty(object, name, was)
  else Reflect.deleteProperty(object, name)
}

cleanup()
vi.useRealTimers()
vi.restoreAllMocks()
vi.unstubAllGlobals()
for (const [object, was] of before.kept)
  for (const name of Reflect.ownKeys({ ...was, ...Object.getOwnPropertyDescriptors(object) }))
    putBack(object, name, was[name as keyof typeof was])
// Vitest's window has setters that keep what is put there apart, so a property looks the same before and after.
for (const [name, was] of before.window) if (Reflect.get(globalThis, name) !== was) Reflect.set(globalThis, name, was)
clearScreen()
document.body.replaceChildren()
// jsdom's own frames stop for good once one was asked for under fake timers, because its clock is a timer, too.
const { setTimeout: later, clearTimeout: never } = globalThis
Object.assign(globalThis, {
  requestAnimationFrame: (draw: FrameRequestCallback) => Number(later(() => draw(performance.now()), 1000 / 60)),
  cancelAnimationFrame: (handle: number) => never(handle),
})
history.replaceState(null, '', '/')
/** An error that prints the document only when it is read: one that a waiting query throws at each try is not. */
const elementError = (message: string | null, container: Element) => {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  let text: string | undefined
  Object.defineProperty(error, 'message', {
    // Testing Library defines it again when a wait ends.
    configurable: true,
    get: () => (text ??= [message, prettyDOM(container)].filter(Boolean).join('\n\n')),
    set: (other: string) => (text = other),
  })
  return error
}
// The code of a screen is loaded when it is opened, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 20_000, defaultHidden: false, getElementError: elementError })
