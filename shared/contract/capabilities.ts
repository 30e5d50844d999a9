import { z } from 'zod'
import { enveloped } from './common.ts'
import { alwaysText, endpoint, noun } from './endpoint.ts'

export const capabilities = noun('What this server can do.', {
  list: endpoint({
    method: 'GET',
    path: '/capabilities',
    summary: 'The names of what this server can do beyond its first release. A server without this call has only that.',
    policy: 'public',
    scope: null,
    response: enveloped(
      z.array(
        z
          .string()
          .max(40)
          .meta({ description: 'A name; clients ignore those that they do not know.', examples: ['live'] }),
      ),
    ),
    failure: alwaysText('Failed to ask what the server can do'),
  }),
})
