/** Stays of cases with technicians: the source of the reports about their work. */
import { Status } from '#events/case/status.ts';

/** Statuses at which the technician has the case. */
export const statusesWithTechnician = [Status.PlanUnderDesign, Status.DoctorRejected, Status.ExpertRejected];

/** A choice of a person chooses their stays too, not only the cases that they ever had. */
export const technicianStaysSql = `FROM stays s JOIN chosen USING (case_id)
WHERE s.assignee IS NOT NULL AND s.status IN (${statusesWithTechnician.join(', ')})
  AND ($person::VARCHAR IS NULL OR s.assignee = $person)`;
