import { EventEmitter } from 'node:events'

const isQuietlyAbsent = (key: string | symbol) => typeof key === 'symbol' || key === 'then' || key === 'toJSON'

const refuse = (name: string): never => {
  throw new Error(`the stand-in does not implement electron.${name}`)
}

/** The object itself, but touching what it does not have throws instead of answering undefined. */
export const strict = <T extends object>(name: string, target: T): T =>
  new Proxy(target, {
    get: (object, key) => {
      if (Reflect.has(object, key)) {
        const value: unknown = Reflect.get(object, key, object)
        // Private fields are the object's, not the proxy's.
        return typeof value === 'function' && key !== 'constructor' ? (value.bind(object) as unknown) : value
      }
      return isQuietlyAbsent(key) ? undefined : refuse(`${name}.${String(key)}`)
    },
    set: (object, key, value) => {
      // EventEmitter keeps its own fields on the object, the first ones only when needed.
      if (!Reflect.has(object, key) && !isQuietlyAbsent(key)) refuse(`${name}.${String(key)} (set)`)
      return Reflect.set(object, key, value, object)
    },
  })

/** A part of Electron that is not there at all: importing it is fine, any use throws. */
export const unimplemented = (name: string): unknown =>
  new Proxy(function absent() {}, {
    get: (_, key) => (isQuietlyAbsent(key) ? undefined : refuse(`${name}.${String(key)}`)),
    apply: () => refuse(name),
    construct: () => refuse(name),
  })

type Listener = (...args: never[]) => void

/** An emitter that refuses listeners for events it never emits: a test would wait for them in vain. */
export class StrictEmitter extends EventEmitter {
  readonly #name: string
  readonly #events: ReadonlySet<string>

  constructor(name: string, events: readonly string[]) {
    super()
    this.#name = name
    this.#events = new Set(events)
  }
  #known(event: string | symbol) {
    if (typeof event === 'string' && !this.#events.has(event)) refuse(`${this.#name} event '${event}'`)
  }
  override on(event: string | symbol, listener: Listener): this {
    this.#known(event)
    return super.on(event, listener as (...args: unknown[]) => void)
  }
  override addListener(event: string | symbol, listener: Listener): this {
    return this.on(event, listener)
  }
  override once(event: string | symbol, listener: Listener): this {
    this.#known(event)
    return super.once(event, listener as (...args: unknown[]) => void)
  }
}

/** Refuses options that the stand-in would silently ignore. */
export const onlyKnown = (name: string, options: object, known: readonly string[]): void => {
  for (const key of Object.keys(options)) if (!known.includes(key)) refuse(`${name} option '${key}'`)
}

/** An event as Electron hands it to listeners that may forbid what is about to happen. */
export const preventable = <T extends object>(details: T) => {
  const event = {
    ...details,
    defaultPrevented: false,
    preventDefault: () => {
      event.defaultPrevented = true
    },
  }
  return event
}
