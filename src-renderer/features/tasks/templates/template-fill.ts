import type { TaskTemplate } from '#shared/contract/index.ts'
import { type EditedLine, noMoreValues, readList, writeList } from '../data/more-form.ts'
import type { TaskFormValues } from '../data/task-form.ts'

const filledFields = ['title', 'description', 'priority', 'estimate', 'labels', 'lines'] as const
type FilledField = (typeof filledFields)[number]
/** The fields of the form that a template fills. */
export type TemplateValues = Pick<TaskFormValues, FilledField>

const nothing: TemplateValues = { title: '', description: '', ...noMoreValues }

export const valuesOfTemplate = (template: TaskTemplate): TemplateValues => ({
  title: template.title,
  description: template.description,
  priority: template.priority,
  estimate: template.estimateHours === null ? '' : String(template.estimateHours),
  labels: writeList(template.labelIDs),
  lines: writeList(template.doneWhen.map((text) => ({ text }))),
})

/** The field as it counts: lines without any text do not. */
const counted = (values: TemplateValues, field: FilledField): string =>
  field === 'lines'
    ? writeList(readList<EditedLine>(values.lines).flatMap(({ text }) => text.trim() || []))
    : values[field].trim()

/**
 * What a template does to a form. `free` are the fields that it fills without asking: empty ones, and those that are
 * still as the last template (`before`) left them. `typed` are the fields whose typed text it would replace. Fields
 * that the template leaves empty keep their text.
 */
export const planFill = (
  now: TemplateValues,
  template: TemplateValues,
  before: TemplateValues | null,
): { free: FilledField[]; typed: FilledField[] } => {
  const differing = filledFields.filter((field) => counted(now, field) !== counted(template, field))
  const isFree = (field: FilledField) =>
    [nothing, before].some((values) => values !== null && counted(now, field) === counted(values, field))
  return {
    free: differing.filter(isFree),
    typed: differing.filter((field) => !isFree(field) && counted(template, field) !== counted(nothing, field)),
  }
}
