import { writeFile } from 'node:fs/promises'
import type { DownloadedFile } from '#shared/api-client/transport.ts'
import { openSessionFor } from '#cli/capability.ts'
import { type GlobalOptions } from '#cli/context.ts'
import { CliError } from '#cli/exit-codes.ts'
import { printJson, say } from '#cli/output/printer.ts'

type Options = GlobalOptions & { format: 'csv' | 'json'; output?: string }

/** Writes a file that is not there yet. Errors: CliError. */
const write = async (path: string, bytes: Uint8Array): Promise<void> => {
  try {
    await writeFile(path, bytes, { flag: 'wx' })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'There is a file of this name already' : 'The file cannot be written'
    throw new CliError(`${why}: ${path}`, undefined, { cause: error })
  }
}

/** Writes all tasks of a project to a file or to standard output. */
export const exportProject = async (id: string, { format, output, ...options }: Options): Promise<void> => {
  const session = await openSessionFor(options, 'import', 'exports')
  const { bytes } = (await session.api.imports.download(
    { params: { id }, query: { format } },
    { saveAs: '' },
  )) as unknown as DownloadedFile
  if (output === undefined) return void process.stdout.write(bytes)
  await write(output, bytes)
  if (options.json) return printJson({ file: output, bytes: bytes.length })
  if (!options.quiet) say(`The tasks are in ${output}.`)
}
