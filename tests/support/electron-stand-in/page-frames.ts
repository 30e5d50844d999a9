import type { CdpSession } from './cdp.ts'
import type { Frame } from './ipc-main.ts'
import { ISOLATED_WORLD } from './in-page/worlds.ts'
import { fromChromium, originOf } from './schemes.ts'

type FrameInfo = { id: string; parentId?: string; url: string; name?: string; urlFragment?: string }
type Context = { id: number; name: string; auxData?: { frameId?: string } }
type FrameTree = { frame: FrameInfo; childFrames?: FrameTree[] }

/** Follows a page's frames and their isolated worlds, so that each IPC message names the frame that sent it. */
export const followFrames = async (session: CdpSession) => {
  const frames = new Map<string, FrameInfo>()
  const worlds = new Map<number, string>()
  let mainFrameId = ''
  const numbers = new Map<string, number>()
  const numberOf = (id: string) => numbers.get(id) ?? numbers.set(id, numbers.size + 1).size

  const keep = (frame: FrameInfo) => {
    frames.set(frame.id, frame)
    if (!frame.parentId) mainFrameId = frame.id
  }
  const keepTree = (tree: FrameTree) => {
    keep(tree.frame)
    tree.childFrames?.forEach(keepTree)
  }
  session.on('Page.frameNavigated', ({ frame }: { frame: FrameInfo }) => keep(frame))
  session.on('Page.frameAttached', (event: { frameId: string; parentFrameId: string }) =>
    keep({ id: event.frameId, parentId: event.parentFrameId, url: '' }),
  )
  session.on('Page.frameDetached', ({ frameId }: { frameId: string }) => frames.delete(frameId))
  session.on('Page.navigatedWithinDocument', ({ frameId, url }: { frameId: string; url: string }) => {
    const frame = frames.get(frameId)
    if (frame) keep({ ...frame, url })
  })
  session.on('Runtime.executionContextCreated', ({ context }: { context: Context }) => {
    if (context.name === ISOLATED_WORLD && context.auxData?.frameId) worlds.set(context.id, context.auxData.frameId)
  })
  session.on('Runtime.executionContextDestroyed', (event: { executionContextId: number }) =>
    worlds.delete(event.executionContextId),
  )
  session.on('Runtime.executionContextsCleared', () => worlds.clear())
  const { frameTree } = await session.send<{ frameTree: FrameTree }>('Page.getFrameTree')
  keepTree(frameTree)

  const frameOf = (id: string | undefined): Frame | null => {
    const info = id === undefined ? undefined : frames.get(id)
    if (!info) return null
    const url = fromChromium(info.url + (info.urlFragment ?? ''))
    const parent = frameOf(info.parentId)
    return {
      url,
      origin: originOf(url),
      name: info.name ?? '',
      frameTreeNodeId: numberOf(info.id),
      parent,
      get top() {
        return parent ? parent.top : this
      },
    }
  }
  return {
    mainFrameId: () => mainFrameId,
    main: () => frameOf(mainFrameId),
    /** The frame that has this isolated world; null when the frame is gone. */
    ofWorld: (contextId: number) => frameOf(worlds.get(contextId)),
    isMain: (frameId: string) => frameId === mainFrameId,
    /** The isolated world of the main frame, to which messages are delivered. */
    mainWorld: () => [...worlds].filter(([, frame]) => frame === mainFrameId).at(-1)?.[0],
  }
}
export type Frames = Awaited<ReturnType<typeof followFrames>>
