import { openSessionFor } from '#cli/capability.ts'
import type { GlobalOptions } from '#cli/context.ts'
import { printJson, printLine, say } from '#cli/output/printer.ts'
import { lineOf } from './line.ts'

type Options = GlobalOptions & { after?: string; project?: string; kinds?: string; wait?: number }

/** Prints what has changed behind a place, and the place behind it. Errors: ApiError. */
export const listEvents = async ({ after, project, kinds, wait, ...options }: Options): Promise<void> => {
  const { api } = await openSessionFor(options, 'eventFeed', 'feed of events')
  const answer = await api.events.list({
    query: {
      ...(after !== undefined && { after }),
      ...(project !== undefined && { projectID: project }),
      ...(kinds !== undefined && { kinds }),
      ...(wait !== undefined && { wait }),
    },
  })
  if (options.json) return printJson(answer)
  answer.data.forEach((frame) => printLine(lineOf(frame)))
  if (options.quiet) return
  if (answer.reset) say('The server cannot go on from there: changes before this moment are not printed.')
  say(`Go on with --after ${answer.nextCursor}`)
}
