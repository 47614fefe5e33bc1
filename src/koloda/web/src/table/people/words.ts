/** The words of who is at a table and what its host may do: whatever imports this has them. */
import { addWords } from '../../lib/words/fluent';

addWords(import.meta.glob('./*.ftl', { import: 'default', eager: true }));
