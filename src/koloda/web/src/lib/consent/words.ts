/** The words of votes and of what is decided together: whatever imports this has them. */
import { addWords } from '../words/fluent';

addWords(import.meta.glob('./*.ftl', { import: 'default', eager: true }));
