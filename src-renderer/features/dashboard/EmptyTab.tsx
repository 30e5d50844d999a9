import { Button } from '@mui/material'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import type { DashboardStats, ProjectTab } from './project-tabs.ts'

type EmptyTabProps = {
  tab: ProjectTab
  stats: DashboardStats
  onCreate: () => void
  onSelect: (tab: ProjectTab) => void
}

/** Says why a tab is empty and what to do next. A person without any project is invited to create one. */
export const EmptyTab = ({ tab, stats, onCreate, onSelect }: EmptyTabProps) => {
  const create = (label: string) => (
    <Button variant="contained" onClick={onCreate}>
      {label}
    </Button>
  )
  const see = (next: ProjectTab, label: string) => (
    <Button variant="outlined" onClick={() => onSelect(next)}>
      {label}
    </Button>
  )
  if (stats.total === 0 && (tab === 'active' || tab === 'drafts'))
    return (
      <EmptyState
        kind="idea"
        title="Your first project starts with a sentence"
        text="Say what you need; we draft the brief and suggest its first tasks. You change what you like, and nothing is public until you publish it."
        action={create('Start your first project')}
      />
    )
  switch (tab) {
    case 'active':
      return (
        <EmptyState
          kind="projects"
          title="No active projects"
          text="Projects that you publish appear here while people apply and work."
          action={stats.drafts > 0 ? see('drafts', 'See your drafts') : create('Start a project')}
        />
      )
    case 'drafts':
      return (
        <EmptyState
          kind="drafts"
          title="No drafts"
          text="Save a project as a draft to continue it later. Only you see it until you publish it."
          action={create('Start a project')}
        />
      )
    case 'completed':
      return (
        <EmptyState
          kind="completed"
          title="No completed projects"
          text="When the work is done, mark a project as completed in the settings of its workspace."
          {...(stats.active > 0 && { action: see('active', 'See active projects') })}
        />
      )
    case 'archived':
      return (
        <EmptyState
          kind="archive"
          title="Nothing archived"
          text="Archive a project from its card to take it off the market. You can bring it back at any time."
        />
      )
  }
}
