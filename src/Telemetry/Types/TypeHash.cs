namespace AkkaInstrumentation;

/// <summary>
/// A hash of a type's full name that is equal in every process: FNV-1a over the definitions and element types in the type, each once,
/// with namespaces and without assemblies. The time depends on their number, not on the length of the name, which can double
/// with each of them.
/// </summary>
internal static class TypeHash
{
    private const ulong Basis = 14695981039346656037;
    private const ulong Prime = 1099511628211;

    public static uint Of(Type type)
    {
        var parts = new List<Type> { type };
        var known = new Dictionary<Type, int> { [type] = 0 };
        var hash = Basis;
        for (var i = 0; i < parts.Count; i++)
        {
            var part = parts[i];
            if (part.IsArray)
            {
                Add(ref hash, '[');
                Add(ref hash, part.GetArrayRank());
                Add(ref hash, NumberOf(part.GetElementType()!));
                continue;
            }

            var definition = part.IsConstructedGenericType ? part.GetGenericTypeDefinition() : part;
            foreach (var character in definition.FullName ?? definition.Name)
            {
                Add(ref hash, character);
            }

            foreach (var argument in part.IsConstructedGenericType ? part.GetGenericArguments() : [])
            {
                Add(ref hash, NumberOf(argument));
            }

            Add(ref hash, ';');
        }

        return (uint)(hash ^ (hash >> 32));

        int NumberOf(Type inside)
        {
            if (!known.TryGetValue(inside, out var number))
            {
                known.Add(inside, number = parts.Count);
                parts.Add(inside);
            }

            return number;
        }
    }

    private static void Add(ref ulong hash, int value) => hash = (hash ^ (uint)value) * Prime;
}
