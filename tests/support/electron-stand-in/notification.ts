import { onlyKnown, preventable, strict, StrictEmitter } from './strict.ts'

type Options = { id?: string; title: string; body?: string }

/** What a test reads and does: `onDisplay` has the notices that the person sees, `shown` counts all that were ever shown. */
export const system = { onDisplay: [] as SystemNotice[], shown: 0, isRefusing: false, isSupported: true }

class SystemNotice extends StrictEmitter {
  readonly id: string
  readonly title: string
  readonly body: string

  constructor(given: Options) {
    super('Notification', ['click', 'close', 'show', 'failed'])
    onlyKnown('Notification', given, ['id', 'title', 'body'])
    if (!given.title) throw new Error('the stand-in shows no notice without a title')
    this.id = given.id ?? crypto.randomUUID()
    this.title = given.title
    this.body = given.body ?? ''
    return strict('Notification', this)
  }
  /** Like the system, it answers later. */
  show(): void {
    if (system.onDisplay.some(({ id }) => id === this.id)) throw new Error('the stand-in shows an ID once at a time')
    queueMicrotask(() => {
      if (system.isRefusing) return void this.emit('failed', preventable({}), 'Notifications are not allowed')
      system.onDisplay.push(this)
      system.shown += 1
      this.emit('show', preventable({}))
    })
  }
  close(): void {
    const place = system.onDisplay.findIndex(({ id }) => id === this.id)
    if (place < 0) return
    system.onDisplay.splice(place, 1)
    this.emit('close', preventable({}))
  }
  static isSupported = () => system.isSupported
  /** For tests. */
  static system = system
}

export const Notification = strict('Notification', SystemNotice)
