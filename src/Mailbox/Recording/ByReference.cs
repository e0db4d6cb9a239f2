namespace AkkaInstrumentation;

/// <summary>Dictionaries by the identity of objects.</summary>
internal static class ByReference
{
    // A larger one is not worth keeping, and takes long to clear.
    private const int MaxKept = 64;

    public static Dictionary<object, T> Empty<T>() => new(ReferenceEqualityComparer.Instance);

    public static void Clear<T>(ref Dictionary<object, T> dictionary)
    {
        if (dictionary.EnsureCapacity(0) > MaxKept)
        {
            dictionary = Empty<T>();
        }
        else
        {
            dictionary.Clear();
        }
    }
}
