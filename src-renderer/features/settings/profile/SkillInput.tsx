import { fold } from '#shared/contract/fold.ts'
import { Autocomplete, TextField } from '@mui/material'
import { useState } from 'react'
import { SKILLS_MAX, withoutRepeats } from '#shared/contract/index.ts'
import { matchingSkills, skillCatalogue } from '#shared/rules/skill-catalogue.ts'

type SkillInputProps = { skills: readonly string[]; onChange: (skills: string[]) => void; error?: string | undefined }

const spelledAsListed = new Map(skillCatalogue.map((skill) => [fold(skill), skill]))

/** Adds skills, from the catalogue or typed; a comma, Enter or leaving the field ends one. */
export const SkillInput = ({ skills, onChange, error }: SkillInputProps) => {
  const [text, setText] = useState('')
  const isFull = skills.length >= SKILLS_MAX
  const add = (typed: string) => {
    const more = typed.split(',').flatMap((part) => {
      const skill = part.trim()
      return skill ? [spelledAsListed.get(fold(skill)) ?? skill] : []
    })
    const next = withoutRepeats([...skills, ...more]).slice(0, SKILLS_MAX)
    if (next.length !== skills.length) onChange(next)
  }
  return (
    <Autocomplete
      freeSolo
      filterOptions={(all, { inputValue }) => matchingSkills(all, inputValue)}
      disabled={isFull}
      // Nothing stays chosen: a chosen skill goes into the list below.
      value={null}
      options={skillCatalogue.filter((skill) => !skills.includes(skill))}
      inputValue={text}
      onInputChange={(_event, next, reason) => {
        if (reason !== 'input') return
        const end = next.lastIndexOf(',')
        if (end >= 0) add(next.slice(0, end))
        setText(end >= 0 ? next.slice(end + 1).trimStart() : next)
      }}
      onChange={(_event, chosen) => {
        if (chosen) add(chosen)
        setText('')
      }}
      onKeyDown={(event) => {
        // Enter ends the skill; it must not save the form around it.
        if (event.key === 'Enter' && text !== '') event.preventDefault()
      }}
      onBlur={() => {
        add(text)
        setText('')
      }}
      renderInput={(params) => (
        <TextField
          {...params}
          label="Add a skill"
          placeholder="React, Copywriting …"
          error={Boolean(error)}
          helperText={
            error ??
            (isFull ? `There is room for ${SKILLS_MAX} skills.` : 'Choose, or type your own and end it with Enter.')
          }
        />
      )}
    />
  )
}
