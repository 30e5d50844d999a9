import { Box, Link, Typography } from '@mui/material'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '#lib/paths.ts'
import { PageTitle } from '#ui/layout/PageTitle.tsx'
import { PlainHeader } from '#ui/layout/PlainHeader.tsx'
import { SkipLink } from '#ui/layout/SkipLink.tsx'

export type LegalSection = { title: string; paragraphs: readonly string[] }
type LegalPageProps = { title: string; intro: string; updated: string; sections: readonly LegalSection[] }

/** A page of text: one column, numbered sections. */
export const LegalPage = ({ title, intro, updated, sections }: LegalPageProps) => (
  <Box sx={{ minHeight: '100dvh', bgcolor: 'background.paper' }}>
    <PageTitle title={title} />
    <SkipLink to="main" />
    <PlainHeader hasLine />
    <Box
      component="main"
      id="main"
      tabIndex={-1}
      sx={{ maxWidth: 720, mx: 'auto', px: { xs: 2, sm: 4 }, py: { xs: 5, md: 8 }, outline: 'none' }}
    >
      <Typography variant="h1">{title}</Typography>
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        Last changed {updated}
      </Typography>
      <Typography variant="lead" component="p" sx={{ mt: 3 }}>
        {intro}
      </Typography>
      {sections.map(({ title: heading, paragraphs }, index) => (
        <Box component="section" key={heading} sx={{ mt: 5 }}>
          <Typography variant="panel" component="h2">
            {index + 1}. {heading}
          </Typography>
          {paragraphs.map((paragraph) => (
            <Typography key={paragraph} sx={{ mt: 1.5, color: 'text.secondary' }}>
              {paragraph}
            </Typography>
          ))}
        </Box>
      ))}
      <Box sx={{ mt: 7, pt: 3, borderTop: 1, borderColor: 'divider', display: 'flex', gap: 3 }}>
        <Link component={RouterLink} to={paths.terms()}>
          Terms
        </Link>
        <Link component={RouterLink} to={paths.privacy()}>
          Privacy
        </Link>
        <Link component={RouterLink} to={paths.register()}>
          Create an account
        </Link>
      </Box>
    </Box>
  </Box>
)
