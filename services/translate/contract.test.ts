import { describeTranslate } from './contract.ts';
import { openGlossary } from './glossary.ts';

describeTranslate('glossary', async () => openGlossary());
