import type { ReactNode } from 'react';
import { Tabs as AriaTabs, Tab, TabList, TabPanel } from 'react-aria-components/Tabs';
import { Badge } from './chip.tsx';
import styles from './tabs.module.css';
import type { Tone } from './theme.ts';

type Props = {
  label: string;
  value?: string;
  defaultValue?: string;
  onChange?: (id: string) => void;
  tabs: readonly {
    id: string;
    label: ReactNode;
    count?: ReactNode;
    countTone?: Tone;
    disabled?: boolean;
    panel: ReactNode;
  }[];
  end?: ReactNode;
};

/** Tab panels within a page. If the address should hold the choice, use `TabLinks`. */
export function Tabs({ label, value, defaultValue, onChange, tabs, end }: Props) {
  return (
    <AriaTabs
      {...(value !== undefined && { selectedKey: value })}
      {...(defaultValue !== undefined && { defaultSelectedKey: defaultValue })}
      onSelectionChange={key => onChange?.(String(key))}
    >
      <div className={styles.bar}>
        <TabList aria-label={label} className={styles.list ?? ''}>
          {tabs.map(tab => (
            <Tab key={tab.id} id={tab.id} isDisabled={tab.disabled ?? false} className={styles.tab ?? ''}>
              {tab.label}
              {tab.count !== undefined && <Badge tone={tab.countTone}>{tab.count}</Badge>}
            </Tab>
          ))}
        </TabList>
        {end && <div className={styles.end}>{end}</div>}
      </div>
      {tabs.map(tab => (
        <TabPanel key={tab.id} id={tab.id} className={styles.panel ?? ''}>
          {tab.panel}
        </TabPanel>
      ))}
    </AriaTabs>
  );
}
