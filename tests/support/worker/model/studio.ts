import { letDanaVoid } from '../../transition-matrix/po-states.ts';
import { openStudio, setSettings, shardOf, studioEnv, sql } from '../fixtures/studio.ts';

/** Copies the show's workflow of purchase orders as the default of another type. */
async function addFlow(type: 'INVOICE' | 'PAYMENT', column: string): Promise<void> {
  const id = `alpha1_${type.toLowerCase()}`;
  const db = shardOf.alpha1;
  await db.batch([
    db
      .prepare(
        `INSERT INTO workflow_templates (id, show_id, slug, name, template_type, created_at)
         SELECT ?1, show_id, ?2, name, ?2, created_at FROM workflow_templates WHERE id = 'alpha1_flow'`,
      )
      .bind(id, type),
    db
      .prepare(
        `INSERT INTO workflow_template_steps
           (id, show_id, template_id, step_order, name, kind, amount_limit_cents, approvals_needed)
         SELECT ?1 || step_order, show_id, ?1, step_order, name, kind, amount_limit_cents, approvals_needed
         FROM workflow_template_steps WHERE template_id = 'alpha1_flow'`,
      )
      .bind(id),
    db
      .prepare(
        `INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
         SELECT a.show_id, ?1 || s.step_order, a.user_id, a.position
         FROM workflow_template_approvers a JOIN workflow_template_steps s ON s.id = a.step_id
         WHERE s.template_id = 'alpha1_flow'`,
      )
      .bind(id),
    db.prepare(`UPDATE show_settings SET ${column} = ?1 WHERE show_id = 'alpha1'`).bind(id),
  ]);
}

/**
 * Opens the studio with all three types in its first show, with equal permissions: Dana and Carl create orders and
 * invoices, Otto has no payments. Luis and Sol are special approvers.
 */
export async function openModelStudio(): Promise<void> {
  await openStudio();
  await letDanaVoid();
  const { DIRECTORY } = studioEnv;
  const people = (change: string, where: string) =>
    DIRECTORY.prepare(`UPDATE memberships SET ${change} WHERE show_id = 'alpha1' AND ${where}`);
  await DIRECTORY.batch([
    DIRECTORY.prepare(`UPDATE shows SET features = '["APIA","APPA"]' WHERE id = 'alpha1'`),
    people('invoice_module_visible = 1, payment_module_visible = 1', 'true'),
    people('payment_module_visible = 0', `user_id = 'otto'`),
    people('void_invoice = void_po, invoice_visibility = purchase_order_visibility', 'true'),
    people(`role = 'PO & Invoice Creator'`, `user_id IN ('dana', 'carl')`),
    people('special_approver = 1', `user_id = 'luis'`),
  ]);
  await setSettings('alpha1', { invoiceModuleVisible: true, paymentModuleVisible: true });
  await addFlow('INVOICE', 'default_invoice_workflow_id');
  await addFlow('PAYMENT', 'default_payment_workflow_id');
  // Payments have no department: Abel's step is a level of its own, up to 50.00.
  await sql.alpha`UPDATE workflow_template_steps SET kind = 'STANDARD', amount_limit_cents = 5000
    WHERE id = 'alpha1_payment1'`;
  await sql.alpha`DELETE FROM workflow_template_approvers WHERE step_id = 'alpha1_payment1'
    AND user_id = 'grace'`;
  // Abel and Lena are on the first two steps.
  await sql.alpha`INSERT INTO department_members (show_id, department_id, user_id)
    SELECT show_id, department_id, 'lena' FROM department_members WHERE show_id = 'alpha1' AND user_id = 'abel'`;
  await sql.alpha`INSERT INTO workflow_template_approvers (show_id, step_id, user_id, position)
    SELECT show_id, id, iif(step_order = 1, 'lena', 'abel'), 9 FROM workflow_template_steps
    WHERE show_id = 'alpha1' AND step_order < 3`;
}
