-- AlterFunction
ALTER FUNCTION "current_view"() RENAME TO "fresh_snapshot";
