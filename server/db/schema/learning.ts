export interface LearningTables {
  shelf_folder: { school_id: number; shelf: string; path: string };
  article_class: { article_id: number; class_id: number };
  article_read: { article_id: number; user_id: number; at_ms: number };
  courseware_file: { courseware_id: number; position: number; url: string; name: string; size_bytes: number };
  course_section: { course_id: number; sid: number; position: number; depth: number; title: string };
  course_item: { course_id: number; courseware_id: number; sid: number; position: number };
  course_class: { course_id: number; class_id: number; from_ms: number | null; to_ms: number | null };
  learn_progress: {
    user_id: number;
    course_id: number;
    courseware_id: number;
    /** JSON of the contract's spans. */
    spans: string;
    position: number;
    /** When the position was reached. The latest position of all devices is where the learner resumes. */
    position_ms: number;
    learned_ms: number;
    done: 0 | 1;
    updated_ms: number;
    /** JSON of quiz answers. */
    results: string;
  };
  course_reminder: { course_id: number; user_id: number; at_ms: number };
  learn_note: {
    user_id: number;
    id: string;
    course_id: number;
    courseware_id: number;
    place: number;
    body: string;
    changed_ms: number;
    removed: 0 | 1;
  };
  learn_mark: { user_id: number; mark_id: string; from_ms: number; to_ms: number };
}
