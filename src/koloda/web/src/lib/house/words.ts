/** The words of a house about itself: whatever imports this has them. */
import { addWords } from '../words/fluent';

addWords(import.meta.glob('./*.ftl', { import: 'default', eager: true }));
