import type { FastifyServerOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/**
 * Validates input and answers by the contract's schemas: unknown fields are dropped, and an answer that does not fit is
 * never sent but becomes a 500. Answers are parsed because the package's own serializer encodes, which the contract's
 * transforms (for other hosts' spellings) do not support. Pass this to Fastify's constructor, otherwise Fastify loads
 * its own compilers.
 */
export const zodSchemas: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: {
    // The type is that of the compiler which this one replaces.
    buildValidator: () => validatorCompiler as never,
    buildSerializer: () => (route) => {
      const schema = route.schema as z.ZodType
      return (answer) => JSON.stringify(schema.parse(answer))
    },
  },
}
