import './privacy.css'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { LanguageSwitch } from '../../ui/LanguageSwitch.tsx'

const Policy = z.object({
  title: z.string(),
  date: z.string(),
  lead: z.string(),
  sections: z.array(z.object({ title: z.string(), points: z.array(z.string()) })),
})

/** What is done with the data of people: the platform's policy, or that of the rural toilet app. Source: spec 1, section 2.2. */
export function PrivacyPage({ policy }: { policy: 'sanitation' | 'toilet' }) {
  const { t } = useTranslation('privacy')
  const { title, date, lead, sections } = Policy.parse(t(policy, { returnObjects: true }))
  return (
    <main className="privacy">
      <article>
        <div className="privacy-language">
          <LanguageSwitch />
        </div>
        <h1>{title}</h1>
        <p className="privacy-date">{date}</p>
        <p>{lead}</p>
        {sections.map((section) => (
          <section key={section.title}>
            <h2>{section.title}</h2>
            <ul>
              {section.points.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
          </section>
        ))}
      </article>
    </main>
  )
}
