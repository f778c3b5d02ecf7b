import { describeTranslator } from './contract.ts';
import { openGlossaryTranslator } from './glossary.ts';

describeTranslator('glossary', async () => openGlossaryTranslator());
