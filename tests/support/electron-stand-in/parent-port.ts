import { EventEmitter } from 'node:events'

// Every utility process of the stand-in loads this file first.
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
  start: () => undefined,
})
process.on('message', (data) => port.emit('message', { data, ports: [] }))
// Only a listener on the port keeps the process alive; the channel alone does not.
process.channel?.unref()
Object.defineProperty(process, 'parentPort', { value: port })
