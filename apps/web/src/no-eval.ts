import { z } from 'zod'

// The content security policy forbids code made from text, which zod would try at its first check: the modules that check something while they
// load come after this one.
z.config({ jitless: true })
