import Bowser from 'bowser'
import { beginningOf } from '#shared/rules/cut.ts'
import { ownProgramIn } from '#shared/rules/program-name.ts'

/** A header may say anything: no more of it is kept, or shown in a mail. */
const PART_MAX = 40
const plain = (text: string | undefined): string =>
  beginningOf((text ?? '').replace(/[^\p{L}\p{N} ._-]/gu, '').trim(), PART_MAX)

/** No browser's header is longer, and reading one takes time. */
const AGENT_MAX = 500

/**
 * The device that a `user-agent` header names, such as 'Firefox on Linux'; empty for an unknown one. Without versions,
 * so that an update makes no new device.
 */
export const deviceOf = (agent: string): string => {
  const own = ownProgramIn(agent)
  if (own) return `${own.program} on ${own.system}`
  if (agent === '') return ''
  const { browser, os } = Bowser.parse(agent.slice(0, AGENT_MAX))
  return [plain(browser.name), plain(os.name)].filter((part) => part !== '').join(' on ')
}
