import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CitizenApp } from './CitizenApp.tsx'
import { loadTexts, wantedLanguage } from './texts.ts'
import './citizen.css'

const root = document.getElementById('root')
if (!root) throw new Error('citizen.html has no #root')
const texts = await loadTexts(wantedLanguage())
createRoot(root).render(
  <StrictMode>
    <CitizenApp first={texts} />
  </StrictMode>,
)
