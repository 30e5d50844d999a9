import { EventEmitter } from 'node:events'

const isQuietlyAbsent = (key: string | symbol) => typeof key === 'symbol' || key === 'then' || key === 'toJSON'

const refuse = (name: string): never => {
  throw new Error(`the stand-in does not implement electron.${name}`)
}

/** A proxy of the object: reading or setting a property that the object does not have throws. */
export const strict = <T extends object>(name: string, target: T): T =>
  new Proxy(target, {
    get: (object, key) => {
      if (Reflect.has(object, key)) {
        const value: unknown = Reflect.get(object, key, object)
        // A method is bound to the object, because the proxy does not have the object's private fields.
        return typeof value === 'function' && key !== 'constructor' ? (value.bind(object) as unknown) : value
      }
      return isQuietlyAbsent(key) ? undefined : refuse(`${name}.${String(key)}`)
    },
    set: (object, key, value) => {
      // Symbols may be set: EventEmitter keeps fields of its own on the object.
      if (!Reflect.has(object, key) && !isQuietlyAbsent(key)) refuse(`${name}.${String(key)} (set)`)
      return Reflect.set(object, key, value, object)
    },
  })

/** Takes the place of a part of Electron that the stand-in does not have: an app may import it, but any use throws. */
export const unimplemented = (name: string): unknown =>
  new Proxy(function absent() {}, {
    get: (_, key) => (isQuietlyAbsent(key) ? undefined : refuse(`${name}.${String(key)}`)),
    apply: () => refuse(name),
    construct: () => refuse(name),
  })

type Listener = (...args: never[]) => void

/** An emitter that throws when somebody listens to an event that it never emits: a test would wait for that event in vain. */
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

/** Throws for options that the stand-in does not know and would silently ignore. */
export const onlyKnown = (name: string, options: object, known: readonly string[]): void => {
  for (const key of Object.keys(options)) if (!known.includes(key)) refuse(`${name} option '${key}'`)
}

/** An event whose listeners may prevent what is about to happen, as Electron's can. */
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
