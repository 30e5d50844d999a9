import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/**
 * A proxy to a database that can be made to hang (it passes nothing on, but breaks no connection) or to be away. `dropState` lets
 * the connections that there are hang, as a firewall does that has forgotten them, while new ones work.
 */
export const startDatabaseProxy = async (databaseUrl: string) => {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let state: 'open' | 'hanging' | 'away' = 'open'
  const server = createServer((near) => {
    if (state === 'away') return near.destroy()
    const far = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (state === 'hanging') from.pause()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  const set = (next: typeof state) => {
    state = next
    for (const socket of sockets)
      if (next === 'away') socket.destroy()
      else if (next === 'hanging') socket.pause()
      else socket.resume()
  }
  return {
    url: url.href,
    hang: () => set('hanging'),
    dropState: () => sockets.forEach((socket) => socket.pause()),
    takeAway: () => set('away'),
    bringBack: () => set('open'),
    close: async () => {
      set('away')
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
