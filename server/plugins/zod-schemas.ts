import type { FastifyInstance } from 'fastify'
import { validatorCompiler } from 'fastify-type-provider-zod'
import type { z } from 'zod'

/**
 * Input through the contract's schemas, and answers too: what a schema does not name is cut off, and an answer that does
 * not fit is a fault of ours (500), never sent. The package's own serializer encodes, which the contract's transforms
 * (a tolerant reading of other hosts' spellings) do not allow; parsing does.
 */
export const useZodSchemas = (app: FastifyInstance) => {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler<z.ZodType>(({ schema }) => {
    return (answer) => JSON.stringify(schema.parse(answer))
  })
}
