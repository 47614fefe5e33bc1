/** The words of waiting for a deal. Whatever imports this has them. */
import { addWords } from '../words/fluent';

addWords(import.meta.glob('./*.ftl', { import: 'default', eager: true }));
