import { z } from 'zod'
import { WEBHOOK_TARGETS_MAX } from '#shared/contract/webhooks.ts'
import type { Setting } from './setting.ts'

const NAME = /^[a-z0-9][a-z0-9-]{0,39}$/

/** Where each name leads; null for a text that is not read as 'name=https://…'. */
const readTarget = (text: string): readonly [name: string, address: string] | null => {
  const [, name = '', address = ''] = /^([^=]*)=(.*)$/s.exec(text.trim()) ?? []
  if (!NAME.test(name) || !URL.canParse(address)) return null
  const { protocol, username, password } = new URL(address)
  return protocol === 'https:' && username === '' && password === '' ? [name, address] : null
}

/** The setting for the only places to which webhooks are ever sent. */
export const webhookSettings = {
  webhookTargets: {
    environment: ['GUILDHALL_WEBHOOK_TARGETS'],
    help: `Where webhooks may be sent, as name=https://… with commas between, at most ${WEBHOOK_TARGETS_MAX} (none: there are no webhooks).`,
    must: `at most ${WEBHOOK_TARGETS_MAX} texts like build=https://ci.example.org/hook with commas between, each with a name of its own in small letters, digits and hyphens`,
    isSecret: true,
    schema: z
      .string()
      .transform((list, context): Readonly<Record<string, string>> => {
        const texts = list.split(',').filter((text) => text.trim() !== '')
        const targets = texts.map(readTarget)
        const named = targets.filter((target) => target !== null)
        const names = new Set(named.map(([name]) => name))
        if (named.length < texts.length || names.size < named.length || names.size > WEBHOOK_TARGETS_MAX)
          context.addIssue('no targets')
        return Object.fromEntries(named)
      })
      .default({}),
  },
} as const satisfies Record<string, Setting>
