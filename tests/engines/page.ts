import { setTimeout as pause } from 'node:timers/promises'
import type { Engine, InputSource } from './engine.ts'

/** How long something may take to appear: the machines that test this are busy. */
const PATIENCE_MS = 30_000
type Name = string | RegExp
type Place = { x: number; y: number; width: number; height: number; isFocused: boolean }

/** The code points by which WebDriver names keys that type nothing. */
const keyCodes: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  Control: '\uE009',
  Shift: '\uE008',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Space: ' ',
}
const keys = (actions: InputSource['actions']): InputSource[] => [{ type: 'key', id: 'keys', actions }]
const mouse = (actions: InputSource['actions']): InputSource[] => [
  { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions },
]

/** Finds what a person would: by what it is and how it is called. It runs in the page; `pattern` is a regular expression. */
const placeOf = (selector: string, pattern: string): Place | null => {
  const textOf = (ids: string | null) =>
    ids?.split(' ').map((id) => document.getElementById(id)?.textContent).join(' ') // prettier-ignore
  const nameOf = (element: Element) => {
    const labels = (element as HTMLInputElement).labels
    const name =
      element.getAttribute('aria-label') ??
      textOf(element.getAttribute('aria-labelledby')) ??
      (labels && labels.length > 0 ? labels[0]?.textContent : element.textContent) ??
      ''
    return name.replace(/\s+/g, ' ').trim()
  }
  const wanted = new RegExp(pattern)
  const seen = [...document.querySelectorAll(selector)].filter((element) => element.getClientRects().length > 0)
  const found = seen.find((element) => wanted.test(nameOf(element)) && !element.closest('[aria-hidden=true], [inert]'))
  if (!found) return null
  const isOut = () => {
    const { top, bottom, left, right } = found.getBoundingClientRect()
    return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth
  }
  if (isOut()) found.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  // `click` asks afterwards whether the click has come to this very element.
  found.addEventListener('click', () => Reflect.set(window, 'wasHit', true), { once: true, capture: true })
  // What lies over it, such as a message that leaves, would be clicked in its place.
  const top = document.elementFromPoint(x + width / 2, y + height / 2)
  if (top && !found.contains(top) && !top.contains(found)) return null
  return { x, y, width, height, isFocused: found.contains(document.activeElement) }
}

const patternOf = (name: Name): string =>
  typeof name === 'string' ? `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$` : name.source

/** Does in a tab what a person does, with the engine's own pointer and keys. */
export const pageOf = (engine: Engine, origin: string) => {
  const call = (code: (...args: never[]) => unknown, ...args: unknown[]) =>
    engine.evaluate(`(${code.toString()})(${args.map((arg) => JSON.stringify(arg)).join(', ')})`)
  /** Asks again until there is an answer other than null, false, '' or 0. */
  const until = async <T>(what: string, ask: () => Promise<T | null>): Promise<T> => {
    const end = performance.now() + PATIENCE_MS
    let failure = ''
    while (performance.now() < end) {
      try {
        const found = await ask()
        if (found) return found
      } catch (error) {
        // A page that is being loaded has no answers.
        failure = ` (${String(error)})`
      }
      await pause(100)
    }
    const text = await call(() => document.body.innerText.slice(0, 600)).catch(String)
    throw new Error(`${what}: not within ${PATIENCE_MS / 1000} s${failure}. The page says: ${String(text)}`)
  }
  /** Where it is, once it has stopped moving. */
  const find = async (selector: string, name: Name = /./): Promise<Place> => {
    let last = ''
    return until(`${selector} ${String(name)}`, async () => {
      const place = (await call(placeOf, selector, patternOf(name))) as Place | null
      const stood = last === JSON.stringify(place)
      last = JSON.stringify(place)
      return stood ? place : null
    })
  }
  const at = ({ x, y, width, height }: Place, duration = 0) => ({
    type: 'pointerMove',
    x: Math.round(x + width / 2),
    y: Math.round(y + height / 2),
    duration,
  })
  const press = async (...names: string[]) => {
    for (const name of names) {
      const parts = name.split('+').map((part) => keyCodes[part] ?? part)
      const down = parts.map((value) => ({ type: 'keyDown', value }))
      await engine.perform(keys([...down, ...parts.toReversed().map((value) => ({ type: 'keyUp', value }))]))
    }
  }
  const type = async (text: string) => {
    const strokes = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ])
    await engine.perform(keys(strokes))
  }
  /** Clicks something; once more when it has moved away before the click came. */
  const click = (selector: string, name: Name = /./) =>
    until(`a click on ${selector} ${String(name)}`, async () => {
      const place = await find(selector, name)
      await call(() => Reflect.set(window, 'wasHit', false))
      const actions = [at(place), { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }]
      await engine.perform(mouse(actions))
      // Another page knows nothing of it.
      return (await call(() => Reflect.get(window, 'wasHit') as unknown)) !== false
    })
  const textOf = (selector = 'body') =>
    call((of: string) => [...document.querySelectorAll<HTMLElement>(of)].map((one) => one.innerText).join('\n'), selector) as Promise<string> // prettier-ignore
  return {
    until,
    find,
    press,
    type,
    click,
    textOf,
    call,
    /** Opens a path of the app and waits for its first content. */
    open: async (path: string) => {
      await engine.goto(origin + path)
      await until(`something on ${path}`, () =>
        call(() => (document.getElementById('root')?.innerText ?? '').length > 0),
      )
    },
    path: () => call(() => location.pathname) as Promise<string>,
    /** Waits until the page has this text. */
    see: (text: Name, selector?: string) =>
      until(`the text ${String(text)}`, async () => new RegExp(typeof text === 'string' ? patternOf(text).slice(1, -1) : text).test(await textOf(selector))), // prettier-ignore
    /** Clicks into a field, and replaces what is there. */
    fill: async (selector: string, name: Name, text: string) => {
      await click(selector, name)
      await until(`the focus in ${String(name)}`, async () => (await find(selector, name)).isFocused)
      await press('Control+a')
      await type(text)
    },
    /** Carries something with the mouse, in steps as a hand does. */
    drag: async (from: [string, Name], to: [string, Name]) => {
      const [start, end] = [await find(...from), await find(...to)]
      const target = { ...end, height: Math.min(end.height, 400) }
      const middle = { ...start, x: start.x + 30, y: start.y + 15 }
      await engine.perform(
        mouse([
          at(start),
          { type: 'pointerDown', button: 0 },
          at(middle, 100),
          at({ ...target, x: target.x - 20 }, 300),
          at(target, 100),
          at(target, 100),
        ]),
      )
      await pause(300)
      await engine.perform(mouse([{ type: 'pointerUp', button: 0 }]))
    },
    choose: engine.choose,
    reload: engine.reload,
    openTab: engine.openTab,
  }
}
export type EnginePage = ReturnType<typeof pageOf>
