import type { FastifyServerOptions } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/**
 * Checks input by the contract's schemas, and answers too: fields that a schema does not name are cut off, and an
 * answer that does not fit is a fault of ours (500) and never sent. Answers are parsed, because the package's own
 * serializer encodes, which the contract's transforms (that read other hosts' spellings) do not allow. Fastify is given
 * this when it is made, since otherwise it loads compilers of its own for other schemas.
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
