import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/**
 * Checks input by the contract's schemas, and answers too: fields that a schema does not name are cut off, and an
 * answer that does not fit is a fault of ours (500) and never sent. Answers are parsed, because the package's own
 * serializer encodes, which the contract's transforms (that read other hosts' spellings) do not allow.
 */
export const useZodSchemas = (app: FastifyInstance) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler<z.ZodType>(({ schema }) => {
    return (answer) => JSON.stringify(schema.parse(answer))
  })
}
