import { EventEmitter } from 'node:events'

// Loaded first into every utility process of the stand-in.
const port = Object.assign(new EventEmitter(), {
  postMessage: (message: unknown) => process.send?.(message),
  start: () => undefined,
})
process.on('message', (data) => port.emit('message', { data, ports: [] }))
// Only a listener on the port may keep the process alive, not the channel itself.
process.channel?.unref()
Object.defineProperty(process, 'parentPort', { value: port })
