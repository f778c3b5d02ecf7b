/** The course of a simulated year: its days, its month of shortage, its change of rules, and its arrivals. */
import { addDays } from '#events/case/calendar.ts';
import type { Random } from '#events/script/random.ts';
import { publicHolidays } from '../seed/desk.ts';
import { randomBetween } from './chance.ts';
import {
  createWorkCalendar,
  DAY_MS,
  dayOfTime,
  HOUR_MS,
  midnightOf,
  type WorkCalendar,
  weekdayAt,
} from './work-calendar.ts';

export type YearOptions = {
  /** Number of cases, refinements included. */
  cases: number;
  /** The same seed gives the same year. */
  seed: number;
  /** Last day, yyyy-mm-dd. */
  end: string;
};

export type YearPlan = {
  cases: number;
  /** First moment of the year and the first after it. */
  start: number;
  end: number;
  calendar: WorkCalendar;
  /** Month with too few technicians and many refusals. */
  shortage: { from: number; until: number };
  /** Time from which extractions and reversed bites need an approved target before the plan. */
  targetsRequired: number;
  /** Times at which orders begin, in ascending order. */
  arrivals: readonly number[];
};

const DAYS = 365;
const SHORTAGE = { first: 200, days: 30 };
const TARGETS_REQUIRED = 130;
/** Number of days after the year for which working time is known. */
const BEYOND = 400;

/** Relative number of new cases by month: few around the Spring Festival, many in the school holidays. */
const months = [0.95, 0.6, 1.05, 1, 0.95, 1.1, 1.3, 1.25, 0.9, 0.9, 1, 1];
/** Relative number of new cases by weekday, Monday to Sunday. People who work come at the weekend. */
const weekdays = [1, 0.95, 0.95, 1, 1.05, 1.3, 1.05];
/** Number of new cases at the end of the year relative to its beginning. */
const GROWTH = 1.3;
const HOLIDAY = 0.2;

function weightOf(at: number, share: number, calendar: WorkCalendar): number {
  const month = months[Number(dayOfTime(at).slice(5, 7)) - 1] ?? 1;
  const growth = 1 + (GROWTH - 1) * share;
  return month * (weekdays[weekdayAt(at)] ?? 1) * growth * (calendar.isHoliday(at) ? HOLIDAY : 1);
}

function arrivalsOf(cases: number, start: number, calendar: WorkCalendar, random: Random): number[] {
  const weights = Array.from({ length: DAYS }, (_, i) => weightOf(start + i * DAY_MS, i / DAYS, calendar));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const arrivals: number[] = [];
  let [day, passed] = [0, 0];
  for (let i = 0; i < cases; i++) {
    const wanted = ((i + random.next()) / cases) * total;
    while (day < DAYS - 1 && passed + (weights[day] ?? 0) <= wanted) passed += weights[day++] ?? 0;
    arrivals.push(start + day * DAY_MS + randomBetween(random, 9, 21) * HOUR_MS);
  }
  return arrivals.sort((a, b) => a - b).map(Math.round);
}

export function createYearPlan({ cases, end }: YearOptions, random: Random): YearPlan {
  const first = addDays(end, 1 - DAYS);
  const start = midnightOf(first);
  const calendar = createWorkCalendar(addDays(first, -30), DAYS + BEYOND, publicHolidays);
  const from = start + SHORTAGE.first * DAY_MS;
  return {
    cases,
    start,
    end: start + DAYS * DAY_MS,
    calendar,
    shortage: { from, until: from + SHORTAGE.days * DAY_MS },
    targetsRequired: start + TARGETS_REQUIRED * DAY_MS,
    arrivals: arrivalsOf(cases, start, calendar, random),
  };
}
