import { useController } from 'react-hook-form'
import { REQUIRED_TEXT } from '#shared/contract/index.ts'
import { skillsList } from '#shared/rules/skills.ts'
import { numericOnly, projectForm, type TypedProject } from '#lib/project-form.ts'
import { CurrencyField } from '../form/CurrencyField.tsx'
import { DeadlineField } from '../form/DeadlineField.tsx'
import { Field, type FieldProps } from '../form/Field.tsx'
import { SkillsField } from '../form/SkillsField.tsx'
import { TierSelect } from '../form/TierSelect.tsx'

type Name = keyof TypedProject
type TextName = Exclude<Name, 'skills' | 'tier' | 'estimatedDeadline' | 'weeklyHours' | 'currency'>

const lines = (minRows: number, maxRows: number) => ({ multiline: true, minRows, maxRows })

/** The labels and hints of a project's text fields; the code does not compile when one is missing. */
const texts: Readonly<Record<TextName, FieldProps>> = {
  title: { label: 'Title', required: true },
  description: { label: 'Description', required: true, ...lines(4, 16) },
  detailedDescription: {
    label: 'Scope (optional)',
    hint: "What is part of the work and what is not. Applicants read it in the project's brief.",
    ...lines(2, 12),
  },
  deliverables: { label: 'Deliverables', hint: 'One a line.', ...lines(3, 12) },
  organizationName: { label: 'Organization', hint: 'If it’s not for yourself.' },
  client: { label: 'Client', hint: 'The person to ask there. Stands in for the organization where there is none.' },
  budget: {
    label: 'Budget',
    placeholder: '2500',
    hint: 'A number lets us show how much is left.',
  },
  tags: { label: 'Tags', placeholder: 'harbour, booking', hint: 'Separated by commas.' },
}

type ProjectFieldProps = Pick<FieldProps, 'placeholder' | 'minRows' | 'maxRows' | 'autoFocus'> & {
  name: Name
  /** The error of an empty required field, for a form that explains required fields elsewhere. */
  requiredText?: string
  /** Who chooses the value, where the viewer does not; the field is disabled then. */
  whyNot?: string | undefined
  /** The hint below the chosen tier, which says what it means. */
  tierHint?: (tier: string | undefined) => string
}

/** One field of a project. The form around it must be a FormProvider with the model of lib/project-form.ts. */
export const ProjectField = ({ name, requiredText, whyNot, tierHint, ...look }: ProjectFieldProps) => {
  const { field, fieldState } = useController<TypedProject>({ name })
  const { ref, value = '', ...rest } = field
  const message = fieldState.error?.message
  const error = message === REQUIRED_TEXT ? (requiredText ?? message) : message
  const input = { ...rest, value, inputRef: ref }
  switch (name) {
    case 'skills':
      return (
        <SkillsField
          value={skillsList(value)}
          onChange={(skills) => field.onChange(skills.join(', '))}
          inputRef={ref}
          error={error}
        />
      )
    case 'tier':
      return <TierSelect {...input} error={Boolean(error)} helperText={error ?? tierHint?.(field.value)} />
    case 'estimatedDeadline':
      return <DeadlineField field={{ ...field, value }} error={error} />
    case 'currency':
      return (
        <CurrencyField
          {...rest}
          value={value}
          inputRef={ref}
          onChange={field.onChange}
          disabled={whyNot !== undefined}
          error={error}
          hint={whyNot ?? 'Fixed once the project promises or records an amount.'}
        />
      )
    case 'weeklyHours':
      return (
        <Field
          {...input}
          label="Weekly hours"
          placeholder="0"
          error={error}
          inputProps={{ inputMode: 'decimal', maxLength: 6 }}
          onChange={(event) => field.onChange(numericOnly(event.target.value))}
        />
      )
    default:
      return (
        <Field
          {...texts[name]}
          {...look}
          {...input}
          {...(whyNot !== undefined && { disabled: true, hint: whyNot })}
          error={error}
          inputProps={{ maxLength: projectForm.shape[name].maxLength ?? undefined }}
        />
      )
  }
}
